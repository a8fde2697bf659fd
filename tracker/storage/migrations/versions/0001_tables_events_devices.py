"""Tables, their events, their devices."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("seat_code", sa.String(16), nullable=False, unique=True),
        sa.Column("watch_code", sa.String(16), nullable=False, unique=True),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("snapshot_revision", sa.Integer(), nullable=False),
        sa.Column("snapshot", sa.Text()),
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("revision", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("tap_at", sa.BigInteger(), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("command", sa.String(40), nullable=False),
        sa.Column("fields", sa.Text(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("version", sa.SmallInteger(), nullable=False),
        sa.Column("overridden", sa.Boolean(), nullable=False),
        sa.Column("game_turn", sa.Text()),
        sa.Column("key", sa.String(64)),
        sa.Column("digest", sa.String(64)),
        sa.UniqueConstraint("table_id", "device", "key", name="one_use_of_a_key"),
    )
    op.create_index("events_of_an_entry", "events", ["table_id", "entry"])
    op.create_table(
        "devices",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(48)),
        sa.Column("role", sa.String(8), nullable=False),
        sa.UniqueConstraint("table_id", "number", name="one_phone_a_number"),
    )


def downgrade() -> None:
    op.drop_table("devices")
    op.drop_table("events")
    op.drop_table("tables")

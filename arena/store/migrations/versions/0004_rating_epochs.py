"""Rules of rating with their dates; what ladders have now becomes the first."""

import sqlalchemy as sa
from alembic import op

from arena.store.columns import UTCDateTime

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rating_epoch",
        sa.Column("ladder_id", sa.Integer(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("beta", sa.Float(), nullable=False),
        sa.Column("draw_probability", sa.Float(), nullable=False),
        sa.Column("opened_at", UTCDateTime(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["ladder_id"], ["ladder.id"], name=op.f("fk_rating_epoch_ladder_id_ladder")),
        sa.PrimaryKeyConstraint("ladder_id", "epoch", name=op.f("pk_rating_epoch")),
    )
    op.execute(
        "INSERT INTO rating_epoch (ladder_id, epoch, beta, draw_probability, opened_at, matches) "
        "SELECT id, rating_epoch, beta, draw_probability, created_at, 0 FROM ladder"
    )


def downgrade() -> None:
    op.drop_table("rating_epoch")

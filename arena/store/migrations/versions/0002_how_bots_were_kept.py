"""How bots were kept while a match was played; before, there was no sandbox."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("match") as batch:
        batch.add_column(sa.Column("isolation", sa.String(length=32), nullable=False, server_default="none"))


def downgrade() -> None:
    with op.batch_alter_table("match") as batch:
        batch.drop_column("isolation")

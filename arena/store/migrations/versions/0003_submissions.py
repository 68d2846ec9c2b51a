"""Submissions: accounts, versions on their way to the ladder, unrated ladders, and what only owners may read."""

import sqlalchemy as sa
from alembic import op

from arena.store.columns import UTCDateTime

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("password", sa.String(), nullable=True),
        sa.Column("role", sa.String(length=32), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("name", name=op.f("uq_account_name")),
    )
    op.create_table(
        "token",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("last_used_at", UTCDateTime(), nullable=True),
        sa.Column("expires_at", UTCDateTime(), nullable=True),
        sa.Column("revoked_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_token_account_id_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_token")),
        sa.UniqueConstraint("sha256", name=op.f("uq_token_sha256")),
    )
    with op.batch_alter_table("token") as batch:
        batch.create_index(batch.f("ix_token_account_id"), ["account_id"], unique=False)

    op.create_table(
        "web_session",
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_web_session_account_id_account")),
        sa.PrimaryKeyConstraint("sha256", name=op.f("pk_web_session")),
    )
    with op.batch_alter_table("web_session") as batch:
        batch.create_index(batch.f("ix_web_session_account_id"), ["account_id"], unique=False)

    op.create_table(
        "submission",
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=32), nullable=False),
        sa.Column("kit", sa.String(), nullable=False),
        sa.Column("games", sa.JSON(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("remedy", sa.String(), nullable=False),
        sa.Column("received_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_submission_account_id_account")),
        sa.ForeignKeyConstraint(["version_id"], ["bot_version.id"], name=op.f("fk_submission_version_id_bot_version")),
        sa.PrimaryKeyConstraint("version_id", name=op.f("pk_submission")),
    )
    with op.batch_alter_table("submission") as batch:
        batch.create_index(batch.f("ix_submission_account_id"), ["account_id"], unique=False)
        batch.create_index(batch.f("ix_submission_state_submission_version_id"), ["state", "version_id"], unique=False)

    op.create_table(
        "build_log",
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["version_id"], ["submission.version_id"], name=op.f("fk_build_log_version_id_submission")
        ),
        sa.PrimaryKeyConstraint("version_id", name=op.f("pk_build_log")),
    )
    op.create_table(
        "challenge",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("rotation_id", sa.Integer(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_challenge_account_id_account")),
        sa.ForeignKeyConstraint(["rotation_id"], ["rotation.id"], name=op.f("fk_challenge_rotation_id_rotation")),
        sa.ForeignKeyConstraint(["version_id"], ["bot_version.id"], name=op.f("fk_challenge_version_id_bot_version")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenge")),
    )
    with op.batch_alter_table("challenge") as batch:
        batch.create_index(
            batch.f("ix_challenge_account_id_challenge_created_at"), ["account_id", "created_at"], unique=False
        )

    op.create_table(
        "output",
        sa.Column("rotation_id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("life", sa.Integer(), nullable=False),
        sa.Column("stderr", sa.String(), nullable=False),
        sa.Column("ended", sa.String(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["rotation_id"], ["rotation.id"], name=op.f("fk_output_rotation_id_rotation")),
        sa.ForeignKeyConstraint(["version_id"], ["bot_version.id"], name=op.f("fk_output_version_id_bot_version")),
        sa.PrimaryKeyConstraint("rotation_id", "version_id", "life", name=op.f("pk_output")),
    )
    with op.batch_alter_table("output") as batch:
        batch.create_index(batch.f("ix_output_version_id"), ["version_id"], unique=False)

    op.create_table(
        "stage",
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("no", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=32), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["version_id"], ["submission.version_id"], name=op.f("fk_stage_version_id_submission")),
        sa.PrimaryKeyConstraint("version_id", "no", name=op.f("pk_stage")),
    )
    op.create_table(
        "validation",
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("rotation_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["rotation_id"], ["rotation.id"], name=op.f("fk_validation_rotation_id_rotation")),
        sa.ForeignKeyConstraint(
            ["version_id"], ["submission.version_id"], name=op.f("fk_validation_version_id_submission")
        ),
        sa.PrimaryKeyConstraint("version_id", "rotation_id", name=op.f("pk_validation")),
    )
    with op.batch_alter_table("entry") as batch:
        batch.add_column(sa.Column("prior_mu", sa.Float(), nullable=True))
        batch.add_column(sa.Column("prior_sigma", sa.Float(), nullable=True))

    with op.batch_alter_table("ladder") as batch:
        batch.add_column(sa.Column("purpose", sa.String(length=32), nullable=False, server_default="rated"))


def downgrade() -> None:
    with op.batch_alter_table("ladder") as batch:
        batch.drop_column("purpose")

    with op.batch_alter_table("entry") as batch:
        batch.drop_column("prior_sigma")
        batch.drop_column("prior_mu")

    op.drop_table("validation")
    op.drop_table("stage")
    with op.batch_alter_table("output") as batch:
        batch.drop_index(batch.f("ix_output_version_id"))

    op.drop_table("output")
    with op.batch_alter_table("challenge") as batch:
        batch.drop_index(batch.f("ix_challenge_account_id_challenge_created_at"))

    op.drop_table("challenge")
    op.drop_table("build_log")
    with op.batch_alter_table("submission") as batch:
        batch.drop_index(batch.f("ix_submission_state_submission_version_id"))
        batch.drop_index(batch.f("ix_submission_account_id"))

    op.drop_table("submission")
    with op.batch_alter_table("web_session") as batch:
        batch.drop_index(batch.f("ix_web_session_account_id"))

    op.drop_table("web_session")
    with op.batch_alter_table("token") as batch:
        batch.drop_index(batch.f("ix_token_account_id"))

    op.drop_table("token")
    op.drop_table("account")

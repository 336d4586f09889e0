create table users (
  user_id uuid primary key default gen_random_uuid(),
  username text not null unique
    check (username ~ '^[\x01-\x7f]*$' and length(username) <= 64),
  password_hash text,
  access_state text,
  role text,
  manager_id uuid references users (user_id) on delete set null,
  created_at timestamptz not null default now()
);

create index users_by_manager on users (manager_id);

create table sessions (
  token_digest bytea primary key,
  user_id uuid not null references users (user_id) on delete cascade,
  ip text not null,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);

create index sessions_by_user on sessions (user_id);

create index sessions_by_expiry on sessions (expires_at);

create index sessions_by_revocation on sessions (revoked_at) where revoked_at is not null;

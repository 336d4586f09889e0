create table users (
  user_id text primary key,
  username text not null unique
    check (username not glob '*[^' || char(1) || '-' || char(127) || ']*' and length(username) <= 64),
  password_hash text,
  access_state text,
  role text,
  manager_id text references users (user_id) on delete set null,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);

create index users_by_manager on users (manager_id);

create table sessions (
  token_digest blob primary key,
  user_id text not null references users (user_id) on delete cascade,
  ip text not null,
  user_agent text,
  created_at text not null,
  last_seen_at text not null,
  expires_at text not null,
  revoked_at text
) without rowid;

create index sessions_by_user on sessions (user_id);

create index sessions_by_expiry on sessions (expires_at);

create index sessions_by_revocation on sessions (revoked_at) where revoked_at is not null;

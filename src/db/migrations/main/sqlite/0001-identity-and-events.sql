create table users (
  user_id integer primary key autoincrement,
  username text not null unique,
  password_hash text,
  is_active boolean,
  role text,
  manager_id integer references users (user_id) on delete set null,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);

create index users_by_manager on users (manager_id);

create table sessions (
  token_digest blob primary key,
  user_id integer not null references users (user_id) on delete cascade,
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

create table user_events (
  event_id integer primary key autoincrement,
  occurred_at text not null,
  event_type text not null,
  username text not null,
  ip text not null,
  user_agent text,
  path text not null,
  method text not null,
  payload text not null default '{}'
);

create index user_events_by_time on user_events (occurred_at);

create index user_events_by_username on user_events (username, occurred_at);

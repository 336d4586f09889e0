create table leads (
  lead_id uuid primary key,
  owner text not null,
  status text not null,
  created_at timestamptz not null,
  consented_at timestamptz not null,
  estimate_id uuid,
  name text not null,
  phone text not null,
  email text,
  comment text,
  target_complex text,
  target_budget_rub bigint
);

create index leads_by_time on leads (created_at, lead_id);

create index leads_by_owner on leads (owner, created_at, lead_id);

create table lead_claims (
  claim_key text primary key,
  claimed_at timestamptz not null,
  lead_id uuid not null,
  answer_status integer not null,
  request_digest text not null
);

create index lead_claims_by_time on lead_claims (claimed_at);

create table support_messages (
  message_id uuid primary key,
  channel text not null,
  owner text,
  ip text not null,
  created_at timestamptz not null,
  text text not null,
  contact text,
  page text,
  estimate_id uuid
);

create table pilot_requests (
  request_id uuid primary key,
  ip text not null,
  created_at timestamptz not null,
  consented_at timestamptz not null,
  company text not null,
  contact_name text not null,
  phone text,
  email text,
  region text,
  comment text
);

create table deliveries (
  record_id uuid primary key,
  destination text not null,
  kind text not null,
  state text not null,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  give_up_at timestamptz not null,
  delivered_at timestamptz,
  attempts integer not null,
  parts_sent integer not null,
  last_fault text
);

create index deliveries_by_due on deliveries (destination, state, next_attempt_at);

create index deliveries_by_kind on deliveries (kind, state);

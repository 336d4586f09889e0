create table comparables (
  source text not null,
  source_id text not null,
  kind text not null,
  date date not null,
  price_rub double precision not null,
  lat double precision not null,
  lon double precision not null,
  address text,
  city text,
  district text,
  area_m2 double precision not null,
  kitchen_area_m2 double precision,
  living_area_m2 double precision,
  rooms integer not null,
  floor integer,
  floors_total integer,
  year_built integer,
  house_material text,
  building_class text,
  condition text,
  market text,
  ceiling_height_m double precision,
  primary key (source, source_id)
);

create table addresses (
  city text not null,
  street text not null,
  house text not null,
  district text,
  lat double precision,
  lon double precision,
  postal_code text,
  fias_id text,
  source text not null,
  primary key (city, street, house)
);

-- One row a dataset; `version` moves with every batch that an import commits.
create table datasets (
  name text primary key,
  version bigint not null,
  is_demo boolean not null,
  changed_at timestamptz not null
);

-- Fitted models, cut into pieces that no statement has to hold whole.
create table models (
  version text primary key,
  data_version bigint not null,
  fitted_at timestamptz not null,
  pieces integer not null
);

create table model_pieces (
  model_version text not null references models (version) on delete cascade,
  piece integer not null,
  bytes bytea not null,
  primary key (model_version, piece)
);

create table estimates (
  estimate_id uuid primary key,
  owner text not null,
  created_at timestamptz not null,
  status text not null,
  body text not null
);

create index estimates_by_owner on estimates (owner, created_at desc, estimate_id);

create index estimates_by_time on estimates (created_at desc, estimate_id);

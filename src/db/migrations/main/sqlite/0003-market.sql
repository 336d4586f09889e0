create table comparables (
  source text not null,
  source_id text not null,
  kind text not null,
  date text not null,
  price_rub real not null,
  lat real not null,
  lon real not null,
  address text,
  city text,
  district text,
  area_m2 real not null,
  kitchen_area_m2 real,
  living_area_m2 real,
  rooms integer not null,
  floor integer,
  floors_total integer,
  year_built integer,
  house_material text,
  building_class text,
  condition text,
  market text,
  ceiling_height_m real,
  primary key (source, source_id)
);

create table addresses (
  city text not null,
  street text not null,
  house text not null,
  district text,
  lat real,
  lon real,
  postal_code text,
  fias_id text,
  source text not null,
  primary key (city, street, house)
);

-- One row a dataset; `version` moves with every batch that an import commits.
create table datasets (
  name text primary key,
  version integer not null,
  is_demo integer not null,
  changed_at text not null
);

-- Fitted models, cut into pieces that no statement has to hold whole.
create table models (
  version text primary key,
  data_version integer not null,
  fitted_at text not null,
  pieces integer not null
);

create table model_pieces (
  model_version text not null references models (version) on delete cascade,
  piece integer not null,
  bytes blob not null,
  primary key (model_version, piece)
);

create table estimates (
  estimate_id text primary key,
  owner text not null,
  created_at text not null,
  status text not null,
  body text not null
);

create index estimates_by_owner on estimates (owner, created_at desc, estimate_id);

create index estimates_by_time on estimates (created_at desc, estimate_id);

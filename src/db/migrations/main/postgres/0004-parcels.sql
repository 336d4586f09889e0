create table parcels (
  cadastral_number text primary key,
  -- GeoJSON, as it is answered.
  geometry text not null,
  area_m2 double precision not null,
  centroid_lon double precision not null,
  centroid_lat double precision not null,
  declared_area_m2 double precision,
  address text,
  category text,
  permitted_use text,
  status text,
  ownership text,
  cadastral_value_rub double precision,
  source text not null,
  updated_at timestamptz not null
);

-- What each user did last with a parcel; a user's oldest rows go when there are too many.
create table recent_parcels (
  username text not null,
  cadastral_number text not null,
  last_action text not null,
  last_at timestamptz not null,
  primary key (username, cadastral_number)
);

create index recent_parcels_by_time on recent_parcels (username, last_at desc, cadastral_number);

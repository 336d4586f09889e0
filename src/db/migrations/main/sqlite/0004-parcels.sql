create table parcels (
  cadastral_number text primary key,
  -- GeoJSON, as it is answered.
  geometry text not null,
  area_m2 real not null,
  centroid_lon real not null,
  centroid_lat real not null,
  declared_area_m2 real,
  address text,
  category text,
  permitted_use text,
  status text,
  ownership text,
  cadastral_value_rub real,
  source text not null,
  updated_at text not null
);

-- What each user did last with a parcel; a user's oldest rows go when there are too many.
create table recent_parcels (
  username text not null,
  cadastral_number text not null,
  last_action text not null,
  last_at text not null,
  primary key (username, cadastral_number)
);

create index recent_parcels_by_time on recent_parcels (username, last_at desc, cadastral_number);

-- Which of several places that one file gives the same address: '' the first, '2' the second.
create table addresses_by_place (
  city text not null,
  street text not null,
  house text not null,
  namesake text not null default '',
  district text,
  lat real,
  lon real,
  postal_code text,
  fias_id text,
  population integer,
  source text not null,
  primary key (city, street, house, namesake)
);

insert into addresses_by_place
    (city, street, house, district, lat, lon, postal_code, fias_id, population, source)
  select city, street, house, district, lat, lon, postal_code, fias_id, population, source
  from addresses;

drop table addresses;

alter table addresses_by_place rename to addresses;

-- Which of several places that one file gives the same address: '' the first, '2' the second.
alter table addresses add column namesake text not null default '';
alter table addresses drop constraint addresses_pkey;
alter table addresses add primary key (city, street, house, namesake);

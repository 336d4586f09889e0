-- What waits or was given up, among what was delivered and is kept for good.
create index deliveries_undelivered on deliveries (created_at, record_id) where state <> 'delivered';

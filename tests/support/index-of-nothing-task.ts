// The task of building an index that holds nothing, without reading any table.
export default async function build(): Promise<object> {
  return {}
}

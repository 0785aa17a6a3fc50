declare module 'virtual:endpoints' {
  /** See scripts/endpoint-table.ts. */
  const endpoints: { readonly [name: string]: readonly [method: string, path: string] }
  export default endpoints
}

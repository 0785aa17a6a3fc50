declare module 'virtual:endpoints' {
  /** scripts/endpoint-table.ts generates this module. */
  const endpoints: { readonly [name: string]: readonly [method: string, path: string] }
  export default endpoints
}

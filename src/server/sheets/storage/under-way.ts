/** For operations and calculations. */
export const isUnderWay = ({ status }: { readonly status: string }): boolean =>
  status === 'queued' || status === 'running'

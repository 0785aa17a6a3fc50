/** True for an operation or calculation that has not ended. */
export const isUnderWay = ({ status }: { readonly status: string }): boolean =>
  status === 'queued' || status === 'running'

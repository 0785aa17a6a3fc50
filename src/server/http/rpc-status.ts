import { PbfWriter } from 'pbf'

/** google.rpc.Code by HTTP status. */
const codes: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  409: 9,
  413: 3,
  415: 3,
  422: 3,
  429: 8,
  503: 14,
}
const internal = 13

/** google.rpc.Status: a refusal in protobuf. */
export function rpcStatus(status: number, body: unknown): Uint8Array {
  const { message, error } = body as { readonly message?: string; readonly error?: string }
  const writer = new PbfWriter()
  writer.writeVarintField(1, codes[status] ?? internal)
  writer.writeStringField(2, message ?? error ?? '')
  return writer.finish()
}

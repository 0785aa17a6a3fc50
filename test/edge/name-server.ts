import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'

export interface NameServer {
  /** The host of each query, in order. */
  readonly queries: readonly string[]
  readonly resolve: (host: string) => Promise<readonly string[]>
  stop(): Promise<void>
}

/**
 * Starts a name server on loopback that speaks DNS over UDP. `answers` has the addresses of each query in
 * turn; the last addresses are repeated. The TTL is 0 s, as an attacker who rebinds a name sets it.
 */
export async function nameServer(answers: readonly (readonly string[])[]): Promise<NameServer> {
  const queries: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const addresses = answers[Math.min(queries.length, answers.length - 1)]!
    queries.push(hostOf(question))
    socket.send(answerTo(question, addresses), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new Resolver()
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return {
    queries,
    resolve: (host) => resolver.resolve4(host),
    async stop() {
      resolver.cancel()
      socket.close()
      await once(socket, 'close')
    },
  }
}

const headerBytes = 12

/** The end of the query's name: labels, each after its length, until an empty one. */
function endOfName(question: Buffer): number {
  let offset = headerBytes
  while (question[offset] !== 0) offset += 1 + question[offset]!
  return offset + 1
}

function hostOf(question: Buffer): string {
  const labels: string[] = []
  for (let offset = headerBytes; question[offset] !== 0; offset += 1 + question[offset]!)
    labels.push(question.toString('latin1', offset + 1, offset + 1 + question[offset]!))
  return labels.join('.')
}

function answerTo(question: Buffer, addresses: readonly string[]): Buffer {
  const questionSection = question.subarray(headerBytes, endOfName(question) + 4)
  const header = Buffer.alloc(headerBytes)
  question.copy(header, 0, 0, 2)
  // The header of an authoritative answer, with one question and the number of addresses.
  header.writeUInt16BE(0x8400, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  const records = addresses.map((address) =>
    // Each record has the name of the question, type A, class IN, lifetime 0 s and four bytes.
    Buffer.from([0xc0, headerBytes, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([header, questionSection, ...records])
}

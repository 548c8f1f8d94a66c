import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Test } from 'tap'

/** What is answered to a question such as `A mail.example`: the data of records in wire form, a failure, or nothing at all. */
export type Answers = Readonly<Record<string, readonly Buffer[] | 'failure' | 'silence'>>

const kinds: Readonly<Record<number, string>> = { 1: 'A', 2: 'NS', 5: 'CNAME', 15: 'MX', 16: 'TXT', 28: 'AAAA' }
const [noError, serverFailure, noSuchName] = [0, 2, 3]

/** Starts a name server on loopback (messages as in RFC 1035, section 4); a name without any answer does not exist. */
export async function nameServer(t: Test, answers: Answers): Promise<{ server: string; asked: readonly string[] }> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  t.teardown(() => socket.close())
  socket.on('message', (query, { port, address }) => {
    const question = questionOf(query)
    asked.push(question.text)
    const answer = answers[question.text] ?? []
    if (answer === 'silence') return
    const isKnown = Object.keys(answers).some(key => key.endsWith(` ${question.name}`))
    const code = answer === 'failure' ? serverFailure : isKnown ? noError : noSuchName
    const records = (answer === 'failure' ? [] : answer).map(data => record(question.kind, data))
    const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80 + code, 0, 1, 0, records.length, 0, 0, 0, 0])
    socket.send(Buffer.concat([head, query.subarray(12, question.end), ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { server: `127.0.0.1:${socket.address().port}`, asked }
}

/** A name in wire form. */
export function wireName(name: string): Buffer {
  const labels = name.split('.').map(label => Buffer.from([label.length, ...Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}

function questionOf(query: Buffer): { text: string; name: string; kind: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const kind = query.readUInt16BE(at + 1)
  const name = labels.join('.')
  return { text: `${kinds[kind]} ${name}`, name, kind, end: at + 5 }
}

function record(kind: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xc0, 12, 0, kind, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255]), data])
}

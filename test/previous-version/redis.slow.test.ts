import t from 'tap'
import { withoutRedis } from '../fixtures/redis-server.js'
import { opens } from './opening.js'

t.test('a Redis of the previous version', { skip: withoutRedis, timeout: 200_000 }, t => opens(t, 'redis'))

import t from 'tap'
import { opens } from './opening.js'

t.test('an embedded store of the previous version', { timeout: 200_000 }, t => opens(t, 'embedded'))

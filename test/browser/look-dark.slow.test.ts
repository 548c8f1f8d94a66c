import t from 'tap'
import { lookAtAll } from './look.js'

lookAtAll(t, { name: 'wide-dark', width: 1_200, scheme: 'dark' })

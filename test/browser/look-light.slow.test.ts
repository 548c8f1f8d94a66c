import t from 'tap'
import { lookAtAll } from './look.js'

lookAtAll(t, { name: 'wide-light', width: 1_200, scheme: 'light' })

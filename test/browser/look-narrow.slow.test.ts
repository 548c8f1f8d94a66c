import t from 'tap'
import { lookAtAll } from './look.js'

lookAtAll(t, { name: 'narrow-light', width: 360, scheme: 'light' })

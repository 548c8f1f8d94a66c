import t from 'tap'
import { lookAtAll, narrowest, zoomed } from './look.js'

lookAtAll(t, { name: 'narrow-light', width: 390, scheme: 'light' }, [narrowest, zoomed])

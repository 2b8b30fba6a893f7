// The chance of each number right, from the one before it; from the middle out, so that nothing underflows.
function chances(n, rate) {
  const odds = rate / (1 - rate), top = Math.min(n, Math.floor((n + 1) * rate)), heap = Array(n + 1).fill(0);
  heap[top] = 1;
  for (let k = top; k < n && rate < 1; k++) heap[k + 1] = heap[k] * (n - k) / (k + 1) * odds;
  for (let k = top; k > 0 && rate < 1; k--) heap[k - 1] = heap[k] * k / (n - k + 1) / odds;
  const sum = heap.reduce((a, b) => a + b);
  return heap.map((chance) => chance / sum);
}

namespace DotnetOrders;

/// <summary>An audit journal on a simulated disk: one flushed write takes <see cref="WriteTime"/>.</summary>
internal sealed class Journal(bool shared)
{
    private static readonly TimeSpan WriteTime = TimeSpan.FromMilliseconds(11);

    private readonly object _gate = new();
    private long _bytes;

    public Task AppendAsync(string entry)
    {
        if (!shared)
        {
            return WriteAsync(entry);
        }

        lock (_gate)
        {
            Write(entry);
        }

        return Task.CompletedTask;
    }

    private async Task WriteAsync(string entry)
    {
        await Task.Delay(WriteTime);
        Interlocked.Add(ref _bytes, entry.Length);
    }

    private void Write(string entry)
    {
        Thread.Sleep(WriteTime);
        _bytes += entry.Length;
    }
}

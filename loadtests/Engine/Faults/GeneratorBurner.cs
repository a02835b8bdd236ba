namespace DroneDelivery.LoadTests.Engine.Faults;

/// <summary>Threads that only use CPU until disposal. They make the load generator short of CPU on purpose.</summary>
public sealed class GeneratorBurner : IDisposable
{
    private readonly Thread[] _threads;
    private volatile bool _disposed;

    /// <param name="threads">Each uses about one core.</param>
    public GeneratorBurner(int threads)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(threads);
        _threads =
        [
            .. Enumerable.Range(0, threads)
                .Select(number => new Thread(Burn) { IsBackground = true, Name = $"Burner {number}" }),
        ];
        Array.ForEach(_threads, thread => thread.Start());
    }

    internal int AliveThreads => _threads.Count(thread => thread.IsAlive);

    public void Dispose()
    {
        _disposed = true;
        Array.ForEach(_threads, thread => thread.Join());
    }

    private void Burn()
    {
        while (!_disposed)
        {
            Thread.SpinWait(1_000);
        }
    }
}

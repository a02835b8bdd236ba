namespace DroneDelivery.Usage.Benchmarks;

/// <summary>The requests that are to be answered. Safe for concurrent use.</summary>
internal sealed class Pot(int size)
{
    private readonly TaskCompletionSource _half = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _left = size;

    public int Size { get; } = size;

    /// <summary>Completes when half of them have been taken.</summary>
    public Task Half => _half.Task;

    public bool TryTake()
    {
        var left = Interlocked.Decrement(ref _left);
        if (left <= Size / 2)
        {
            _half.TrySetResult();
        }

        if (left >= 0)
        {
            return true;
        }

        Interlocked.Increment(ref _left);
        return false;
    }

    /// <summary>One that was not answered.</summary>
    public void PutBack() => Interlocked.Increment(ref _left);
}

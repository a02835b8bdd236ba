namespace DroneDelivery.EndToEnd.Restarts;

/// <summary>Waits for a number of answers of one kind, served or not, without one of the other kind between them.</summary>
internal sealed class AnswerRow
{
    private readonly Lock _gate = new();
    private TaskCompletionSource? _reached;
    private int _wanted;
    private bool _served;
    private int _length;

    /// <summary>Counts from now on. One wait at a time.</summary>
    public Task WaitAsync(int answers, bool served)
    {
        lock (_gate)
        {
            (_wanted, _served, _length) = (answers, served, 0);
            _reached = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return _reached.Task.WaitAsync(TestContext.Current.CancellationToken);
        }
    }

    public void Add(bool served)
    {
        lock (_gate)
        {
            _length = served == _served ? _length + 1 : 0;
            if (_length == _wanted)
            {
                _reached?.TrySetResult();
            }
        }
    }
}

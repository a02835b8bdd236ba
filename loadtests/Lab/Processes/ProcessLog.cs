namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>Stores the output of a process: all of it in a file, and the last lines in memory for error messages.</summary>
internal sealed class ProcessLog(string path) : IDisposable
{
    private const int LinesInMemory = 15;

    private readonly Lock _gate = new();
    private readonly Queue<string> _lastLines = new();
    private readonly StreamWriter _file = new(path) { AutoFlush = true };
    private readonly TaskCompletionSource<Exception> _writeFailed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public string Path => path;

    /// <summary>Completes with the error when the file can no longer be written, for example on a full disk.</summary>
    public Task<Exception> WriteFailed => _writeFailed.Task;

    public IReadOnlyList<string> LastLines => _gate.Read(_lastLines.ToArray);

    /// <param name="line">Null, the end of the output, is left out.</param>
    public void Append(string? line)
    {
        if (line is null)
        {
            return;
        }

        using var scope = _gate.EnterScope();
        if (_lastLines.Count == LinesInMemory)
        {
            _lastLines.Dequeue();
        }

        _lastLines.Enqueue(line);
        if (_writeFailed.Task.IsCompleted)
        {
            return;
        }

        try
        {
            _file.WriteLine(line);
        }
        catch (IOException exception)
        {
            _writeFailed.TrySetResult(exception);
        }
    }

    public void Dispose()
    {
        using var scope = _gate.EnterScope();
        _writeFailed.TrySetResult(new ObjectDisposedException(nameof(ProcessLog)));
        try
        {
            _file.Dispose();
        }
        catch (IOException exception)
        {
            // The last buffer did not fit on the disk; only the lines in memory are left.
            _lastLines.Enqueue($"(the rest of the log could not be written: {exception.Message})");
        }
    }
}

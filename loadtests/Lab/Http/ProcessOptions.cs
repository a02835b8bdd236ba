namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The options that name processes of this machine that the lab did not start.</summary>
/// <param name="running">Reads all processes of this machine.</param>
internal sealed class ProcessOptions(Func<IReadOnlyList<(string Name, int ProcessId)>> running)
{
    private readonly Option<string[]> _pids = TextOption.Repeated(
        "--pid", "[SERVICE=]N", "Samples CPU, memory, threads and sockets of this process of this machine. SERVICE is "
        + "its name in traces, so that explain knows the CPU of the service.");

    private readonly Option<string[]> _names = TextOption.Repeated(
        "--process", "NAME", "The same for all processes of this name.");

    public IReadOnlyList<Option> All => [_pids, _names];

    /// <exception cref="FormatException">There is no such process, or a value is none; the message is one line.</exception>
    public IReadOnlyList<(string Name, int ProcessId)> Read(CommandResult result) => All.Any(result.Has)
        ? RunningProcesses.Choose(running(), [.. (result.GetValue(_pids) ?? []).Select(ReadId)], result.GetValue(_names) ?? [])
        : [];

    private (string? Service, int ProcessId) ReadId(string text)
    {
        var at = text.LastIndexOf('=');
        return (at > 0 ? text[..at] : null, Quantity.Whole(text[(at + 1)..], _pids.Name, 1, int.MaxValue));
    }
}

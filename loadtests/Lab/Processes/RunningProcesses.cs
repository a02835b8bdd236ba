namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>Finds processes of this machine that the lab did not start.</summary>
internal static class RunningProcesses
{
    private const int MaxShown = 8;

    /// <summary>Without the lab's own process, and without threads of the kernel, which have no memory.</summary>
    public static IReadOnlyList<(string Name, int ProcessId)> All()
    {
        var all = Process.GetProcesses();
        try
        {
            return [.. all.Where(process => process.Id != Environment.ProcessId && process.WorkingSet64 > 0)
                .Select(process => (process.ProcessName, process.Id))];
        }
        finally
        {
            Array.ForEach(all, process => process.Dispose());
        }
    }

    /// <summary>The processes with these ids or names, each once. Those that share a name have their id in it.</summary>
    /// <param name="ids">With the name of the service that the process runs, instead of its own name; null for its own.</param>
    /// <exception cref="FormatException">
    /// There is no process with an id or a name; the message, one line, lists similar names.
    /// </exception>
    public static IReadOnlyList<(string Name, int ProcessId)> Choose(
        IReadOnlyList<(string Name, int ProcessId)> all, IReadOnlyList<(string? Service, int ProcessId)> ids,
        IReadOnlyList<string> names)
    {
        var chosen = ids.SelectMany(id => WithId(all, id.Service, id.ProcessId))
            .Concat(names.SelectMany(name => WithName(all, name)))
            .DistinctBy(process => process.ProcessId).ToList();
        return [.. chosen.Select(process => chosen.Count(other => other.Name == process.Name) == 1
            ? process
            : process with { Name = $"{process.Name} {process.ProcessId}" })];
    }

    private static IEnumerable<(string Name, int ProcessId)> WithId(
        IReadOnlyList<(string Name, int ProcessId)> all, string? service, int id) =>
        all.Any(process => process.ProcessId == id)
            ? all.Where(process => process.ProcessId == id).Select(process => process with { Name = service ?? process.Name })
            : throw new FormatException($"--pid: there is no process {id}. {Similar(all.Select(process => process.Name), "")}");

    private static IEnumerable<(string Name, int ProcessId)> WithName(
        IReadOnlyList<(string Name, int ProcessId)> all, string name) =>
        all.Any(process => process.Name == name)
            ? all.Where(process => process.Name == name)
            : throw new FormatException(
                $"--process: there is no process named '{name}'. {Similar(all.Select(process => process.Name), name)}");

    /// <summary>The names that share the longest run of letters with the wanted one come first.</summary>
    private static string Similar(IEnumerable<string> all, string wanted)
    {
        var names = all.Distinct().OrderByDescending(name => Shared(name, wanted)).ThenBy(name => name, StringComparer.Ordinal);
        return $"There is {string.Join(", ", names.Take(MaxShown))}.";
    }

    private static int Shared(string name, string wanted) => Enumerable.Range(0, wanted.Length)
        .Max(from => (int?)Enumerable.Range(0, wanted.Length - from + 1)
            .Last(length => name.Contains(wanted.Substring(from, length), StringComparison.OrdinalIgnoreCase))) ?? 0;
}

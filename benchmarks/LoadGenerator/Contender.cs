namespace DroneDelivery.LoadGenerator.Benchmarks;

/// <summary>A generator as a command.</summary>
/// <param name="Program">Looked for on the path, unless it is one.</param>
/// <param name="Arguments">Given the server's address and how long to run.</param>
/// <param name="Read">What the run came to, from what the program printed and the CPU that it used.</param>
internal sealed record Contender(
    string Title,
    Protocol Protocol,
    string Program,
    Func<Uri, TimeSpan, string[]> Arguments,
    Func<string, TimeSpan, Cost> Read)
{
    /// <summary>The most CPU that one request may cost; null where nothing is promised.</summary>
    public double? MaxMicroseconds { get; init; }

    public bool IsInstalled => Path.IsPathRooted(Program) || Paths.Any(path => File.Exists(Path.Combine(path, Program)));

    private static string[] Paths =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);
}

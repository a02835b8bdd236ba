namespace DroneDelivery.LoadTests.Lab;

/// <summary>The exit codes that all commands share. The help of a command lists its additional codes.</summary>
internal static class ExitCode
{
    public const int Done = 0;
    public const int CouldNotBeDone = 1;
    public const int WrongUsage = 2;

    /// <summary>Ctrl+C: 128 plus the number of the signal (SIGINT, 2), as in shells.</summary>
    public const int Interrupted = 130;

    /// <summary>The sentence in a command's help that lists its exit codes.</summary>
    /// <param name="own">Additional codes of the command, or its meaning for a common code.</param>
    public static string Help(params IReadOnlyList<(int Code, string Meaning)> own)
    {
        (int Code, string Meaning)[] common =
        [
            (Done, "done"), (CouldNotBeDone, "it could not be done"), (WrongUsage, "wrong command line"), (Interrupted, "Ctrl+C"),
        ];
        var all = own.UnionBy(common, each => each.Code).OrderBy(each => each.Code);
        return $"Exit codes: {string.Join(", ", all.Select(each => $"{each.Code} {each.Meaning}"))}.";
    }
}

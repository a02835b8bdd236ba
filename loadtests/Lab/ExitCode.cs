namespace DroneDelivery.LoadTests.Lab;

/// <summary>What every command ends with; some have further codes of their own, which their help names.</summary>
internal static class ExitCode
{
    public const int Done = 0;
    public const int CouldNotBeDone = 1;
    public const int WrongUsage = 2;

    /// <summary>Ctrl+C: 128 and the number of the signal, as shells count.</summary>
    public const int Interrupted = 130;

    /// <summary>The sentence for a command's help: every code that it ends with.</summary>
    /// <param name="own">What it has beyond the others, or means by one of them.</param>
    public static string Help(params IReadOnlyList<(int Code, string Meaning)> own)
    {
        (int Code, string Meaning)[] common =
        [
            (Done, "done"), (CouldNotBeDone, "it could not be done"), (WrongUsage, "wrong command line"), (Interrupted, "Ctrl+C"),
        ];
        var all = own.UnionBy(common, each => each.Code).OrderBy(each => each.Code);
        return FormattableString.Invariant(
            $"Exit codes: {string.Join(", ", all.Select(each => $"{each.Code} {each.Meaning}"))}.");
    }

    /// <summary>Of a suite whose results have been shown.</summary>
    /// <param name="failure">What ended it early; null where nothing did.</param>
    /// <exception cref="LabException">Something did.</exception>
    public static int OfSuite(string? failure, Action<string> say, CancellationToken cancellationToken)
    {
        if (failure is not null)
        {
            throw new LabException(failure);
        }

        if (!cancellationToken.IsCancellationRequested)
        {
            return Done;
        }

        say("Interrupted: figures are partial.");
        return Interrupted;
    }
}

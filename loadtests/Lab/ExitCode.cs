namespace DroneDelivery.LoadTests.Lab;

/// <summary>What every command ends with; some have further codes of their own, which their help names.</summary>
internal static class ExitCode
{
    public const int Done = 0;
    public const int CouldNotBeDone = 1;

    /// <summary>Ctrl+C: 128 and the number of the signal, as shells count.</summary>
    public const int Interrupted = 130;

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

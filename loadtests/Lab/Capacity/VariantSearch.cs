namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>Searches one variant: for the latency goal, then, starting from those trials, for that of resources.</summary>
internal sealed class VariantSearch(CapacityRequest request, LoadVariant variant, TrialRunner runner, Action<string> say)
{
    /// <summary>The highest number of users in a closed loop.</summary>
    private const double MaxUsers = 2_000;

    /// <summary>Beyond this multiple of the latency limit, the CPU used depends on the queue rather than on the work.</summary>
    private const double BeyondLimit = 1.3;

    private readonly List<CapacityTrial> _trials = [];
    private readonly UndisturbedTrials _undisturbed = new();

    /// <summary>A cancelled search returns its results so far, or null if no trial has ended.</summary>
    public async Task<SearchRecord?> RunAsync(CancellationToken cancellationToken)
    {
        var plan = variant.ClosedLoop ? request.Plan with { StartRate = 1, MaxRate = MaxUsers, MinStep = 1 } : request.Plan;
        var latency = await SearchAsync(request.Latency, plan, cancellationToken);
        if (_trials.Count == 0)
        {
            return null;
        }

        // At once, since the limit of a machine may change within minutes.
        var confirmations = await ConfirmAsync(latency.Estimate, cancellationToken);
        var resources = latency.Rate is { } rate && request.Resources is { } goal && !variant.ClosedLoop
            ? await SearchAsync(
                goal, plan with { StartRate = rate, MaxRate = Math.Min(plan.MaxRate, rate * BeyondLimit) }, cancellationToken)
            : null;
        return new SearchRecord(variant.Name, variant.ClosedLoop, _trials, latency, resources, confirmations)
        {
            Unit = variant.Unit,
            Repeated = _undisturbed.Repeated,
        };
    }

    /// <summary>Trials for an earlier goal count as bisecting trials.</summary>
    private async Task<FoundLimit> SearchAsync(CapacityGoal goal, CapacityPlan plan, CancellationToken cancellationToken)
    {
        var earlier = _trials.Select(trial => trial with { Purpose = TrialPurpose.Bisecting }).ToList();
        var search = new CapacitySearch(goal, plan);
        List<CapacityTrial> Known() => [.. earlier, .. _trials.Skip(earlier.Count)];
        while (search.Next(Known()) is { } next)
        {
            if (await RunAsync(next, cancellationToken) is not { } trial)
            {
                return search.ConcludeInterrupted(Known());
            }

            _trials.Add(trial);
        }

        return search.Conclude(Known());
    }

    private async Task<IReadOnlyList<CapacityTrial>> ConfirmAsync(LimitEstimate? limit, CancellationToken cancellationToken)
    {
        if (limit is null || request.Confirmation == TimeSpan.Zero)
        {
            return [];
        }

        var low = new PlannedTrial(
            TrialPurpose.Confirming, limit.Low, request.Confirmation.TotalSeconds, request.Plan.QueueSettlingSeconds);
        CapacityTrial?[] ends =
            [await RunAsync(low, cancellationToken), await RunAsync(low with { Rate = limit.High }, cancellationToken)];
        return [.. ends.OfType<CapacityTrial>()];
    }

    private Task<CapacityTrial?> RunAsync(PlannedTrial plan, CancellationToken cancellationToken) =>
        _undisturbed.RunAsync(() => RunOnceAsync(plan, cancellationToken), trial => trial.Disturbance);

    private async Task<CapacityTrial?> RunOnceAsync(PlannedTrial plan, CancellationToken cancellationToken)
    {
        var whole = variant.ClosedLoop ? plan with { Rate = Math.Round(plan.Rate) } : plan;
        if (cancellationToken.IsCancellationRequested || await runner.RunAsync(whole, cancellationToken) is not { } trial)
        {
            return null;
        }

        say("  " + CapacityText.Describe(trial, variant.Unit));
        await runner.RecoverAsync(trial, say, cancellationToken);
        return trial;
    }
}

/// <summary>
/// Runs a trial again if the machine was disturbed (<see cref="RunConditions"/>), so that a search finds the limit of the
/// system and not that of a machine that other processes use too.
/// </summary>
internal sealed class UndisturbedTrials
{
    private const int MaxAttempts = 3;

    /// <summary>The most repeats in a search, so that it ends even on a machine that is always disturbed.</summary>
    private const int MaxRepeats = 10;

    /// <summary>The number of trials that were run again.</summary>
    public int Repeated { get; private set; }

    /// <param name="run">Runs the trial once; null when it was cancelled.</param>
    /// <param name="disturbance">As <see cref="CapacityTrial.Disturbance"/>.</param>
    /// <returns>The first undisturbed trial, otherwise the last that was not cancelled.</returns>
    public async Task<T?> RunAsync<T>(Func<Task<T?>> run, Func<T, string?> disturbance)
        where T : class
    {
        var trial = await run();
        for (var attempt = 1; attempt < MaxAttempts && Repeated < MaxRepeats; attempt++)
        {
            if (trial is null || disturbance(trial) is null || await run() is not { } again)
            {
                break;
            }

            Repeated++;
            trial = again;
        }

        return trial;
    }
}

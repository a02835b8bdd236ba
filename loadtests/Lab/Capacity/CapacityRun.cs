namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>Runs all searches of one target, one after another.</summary>
internal sealed class CapacityRun(LoadTarget target, CapacityRequest request, Action<string> say, TimeProvider time)
{
    /// <summary>Requests per second. A process that has just started compiles its code, and can hardly answer more.</summary>
    private const double GentleRate = 20;

    /// <summary>The most warm-ups without any answer: on a slow machine the first requests may take many seconds.</summary>
    private const int MaxWithoutAnswer = 5;

    private readonly List<string> _leftOut = [];
    private SharedLimit? _shared;

    /// <summary>A run that was cancelled, or whose target failed, returns its results so far.</summary>
    /// <exception cref="LabException">No request succeeded, or the target failed before there was a result.</exception>
    public async Task<CapacityRecord> RunAsync(CancellationToken cancellationToken)
    {
        var recording = StudyRecording.Begin(CapacityStudy.Name, $"capacity, {target.Name}", request.Command, time);
        var (searches, failure) = await FirstToEnd.RunAsync(target.WaitForFailureAsync, SearchAsync, time, cancellationToken);
        return failure is not null && searches.Count == 0 ? throw new LabException(failure) : new CapacityRecord(
            recording.End(failure, target.Watched.IsOwn, cancellationToken),
            target.Name,
            request.Latency.Objective.TotalMilliseconds,
            request.Resources?.Caps,
            searches,
            _shared)
        {
            LeftOut = _leftOut,
        };
    }

    /// <summary>The limit by latency alone, from one search with the default load.</summary>
    /// <exception cref="LabException">No request succeeded, or the target failed.</exception>
    public static async Task<FoundLimit> FindLimitAsync(
        LoadTarget target, LatencyGoal goal, CapacityPlan plan, string command, Action<string> say, TimeProvider time,
        CancellationToken cancellationToken)
    {
        var request = new CapacityRequest(goal, null, [LoadVariant.Usual], 1, TimeSpan.Zero, plan, command);
        var found = await new CapacityRun(target, request, say, time).RunAsync(cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        return found.Envelope.Failure is { } failure ? throw new LabException(failure) : found.Searches[0].ByLatency;
    }

    private async Task<IReadOnlyList<SearchRecord>> SearchAsync(CancellationToken cancellationToken)
    {
        var searches = new List<SearchRecord>();
        foreach (var variant in request.Variants)
        {
            try
            {
                var reason = variant.WhyNot(target.Address);
                await (reason is null ? SearchAsync(variant, searches, cancellationToken) : throw new LabException(reason));
            }
            catch (LabException exception) when (searches.Count > 0)
            {
                // The earlier searches are kept: a server may lack the protocol of this one.
                _leftOut.Add($"{variant.Name} is left out: {exception.Message.TrimEnd('.')}.");
                say(_leftOut[^1]);
            }
        }

        return searches;
    }

    private async Task SearchAsync(LoadVariant variant, List<SearchRecord> searches, CancellationToken cancellationToken)
    {
        using var runner = new TrialRunner(target, variant, request.Latency.Objective, time);
        var earlier = searches.Count;
        await WarmUpAsync(runner, variant, cancellationToken);
        for (var number = 1; number <= request.Searches && !cancellationToken.IsCancellationRequested; number++)
        {
            say(request.Searches > 1
                ? $"Search {number} of {request.Searches}: {variant.Name}"
                : $"Searching: {variant.Name}");
            // The limit by resources is searched once: searches are repeated to measure how the limit by latency scatters.
            var goals = number == 1 ? request : request with { Resources = null };
            if (await new VariantSearch(goals, variant, runner, say).RunAsync(cancellationToken) is { } search)
            {
                searches.Add(search);
            }
        }

        if (searches.Count == earlier && earlier > 0)
        {
            throw new LabException("the run was interrupted before a trial of it had ended.");
        }
    }

    private async Task WarmUpAsync(TrialRunner runner, LoadVariant variant, CancellationToken cancellationToken)
    {
        var warmUp = WarmUp(variant.ClosedLoop ? 1 : request.Plan.StartRate);
        foreach (var (rate, share) in warmUp.TakeWhile(_ => !cancellationToken.IsCancellationRequested))
        {
            var offered = Math.Min(rate, request.Plan.MaxRate);
            say($"Warming up: {variant.Name}, {offered:0.#} {variant.Unit}");
            var plan = new PlannedTrial(
                TrialPurpose.Doubling, offered, request.Plan.WarmUpSeconds * share, request.Plan.SettlingSeconds);
            if (await RunUntilAnsweredAsync(runner, plan, variant.Unit, cancellationToken) is { } trial)
            {
                _shared ??= await FindSharedLimitAsync(cancellationToken);
                await runner.RecoverAsync(trial, say, cancellationToken);
            }
        }
    }

    private async Task<CapacityTrial?> RunUntilAnsweredAsync(
        TrialRunner runner, PlannedTrial plan, string unit, CancellationToken cancellationToken)
    {
        for (var attempt = 1; attempt <= MaxWithoutAnswer; attempt++)
        {
            var trial = await runner.RunAsync(plan, cancellationToken);
            if (trial is not { Throughput: 0 })
            {
                return trial;
            }
        }

        throw new LabException($"{target.Name}: no arrival succeeded at {plan.Rate:0.#} {unit}. "
            + "Is the address right, the program up, and its certificate trusted (--insecure)?");
    }

    /// <summary>Rates and their shares of the time: code is compiled, and connections open, before the first trial.</summary>
    private static IEnumerable<(double Rate, double Share)> WarmUp(double first) =>
        [(Math.Min(first, GentleRate), 0.3), (first, 0.2), (4 * first, 0.2), (10 * first, 0.3)];

    /// <summary>
    /// Measured in the first, light warm-up: beyond the limit, requests that are dropped use resources too, which would make each
    /// request look more expensive.
    /// </summary>
    private async Task<SharedLimit?> FindSharedLimitAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await target.FindSharedLimitAsync(cancellationToken);
        }
        catch (Exception exception) when (exception is ExpectedException or OperationCanceledException)
        {
            return null;
        }
    }
}

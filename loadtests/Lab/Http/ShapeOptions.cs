using DroneDelivery.LoadTests.Scenarios.Arrivals;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The options of the load: closed or open loop, rate, duration, warm-up and seed.</summary>
/// <param name="counts">Whether the load may end after a number of requests.</param>
internal sealed class ShapeOptions(bool counts)
{
    public const int MaxUsers = 100_000;

    private const int DefaultUsers = 10;
    private const int DefaultInFlight = 1_000;
    private const int MaxInFlight = 1_000_000;
    private const double DefaultSpeed = 1;
    private const int DefaultSeed = 1;
    private const int MaxRequests = 1_000_000_000;

    private static readonly TimeSpan DefaultDuration = TimeSpan.FromSeconds(10);

    /// <summary>Connecting and compiling happen once, in the warm-up, and are not measured.</summary>
    private static readonly TimeSpan DefaultWarmUp = TimeSpan.FromSeconds(1);

    private readonly Option<string?> _users = TextOption.Create(
        "--users", "N",
        $"Closed loop: N users, each of whom waits for an answer before the next request. Default: {DefaultUsers}.",
        "-u", "--vus");

    private readonly Option<string?> _open = TextOption.Create(
        "--open", "RATE/s", "Open loop: requests at this rate; they do not wait for earlier answers.", "-R", "--rate");

    private readonly Option<string?> _stages = TextOption.Create(
        "--stages", "STAGES",
        "Either loop in stages, with ramps: \"0..500/s:30s, 500/s:60s\", or \"1..50:30s, 50:60s\" for users.");

    private readonly Option<string?> _replay = TextOption.Create(
        "--replay", "FILE",
        $"Open loop with recorded arrivals: a file (offset_seconds, or second,requests), or one of {RecordedFile.Names}.");

    private readonly Option<string?> _speed = TextOption.Create(
        "--speed", "X", $"With --replay: X times as fast as recorded. Default: {DefaultSpeed}.");

    private readonly Option<string?> _for = TextOption.Create(
        "--for", "TIME",
        $"Duration of the load, with --users or --open. Default: {Quantity.Words(DefaultDuration)}.", "-d", "--duration");

    private readonly Option<string?> _requests = TextOption.Create(
        "--requests", "N",
        "With --users or --open: ends the load after N requests of all users together, not after a time. The warm-up is extra.",
        "-n");

    private readonly Option<string?> _warmUp = TextOption.Create(
        "--warm-up", "TIME",
        $"Duration of the load before measuring starts; 0 for none. Default: {Quantity.Words(DefaultWarmUp)}.");

    private readonly Option<bool> _poisson = FlagOption.Create(
        "--poisson", "Open loop: Poisson arrivals instead of evenly spaced ones.");

    private readonly Option<string?> _think = TextOption.Create(
        "--think", "TIME",
        "Closed loop: a user's pause after an answer; \"exp:300ms\" draws it from an exponential distribution.");

    private readonly Option<string?> _pace = TextOption.Create(
        "--pace", "TIME", "Closed loop: the minimum time from one request of a user to the next.");

    private readonly Option<string?> _maxInFlight = TextOption.Create(
        "--max-in-flight", "N",
        $"Open loop: an arrival is dropped and counted when N requests are in flight. Default: {DefaultInFlight}.");

    private readonly Option<string?> _seed = TextOption.Create(
        "--seed", "N", $"Seed of all random numbers. The same seed gives the same load. Default: {DefaultSeed}.");

    /// <summary>All options except the duration.</summary>
    public IEnumerable<Option> AllButDuration => All.Where(option => option != _for);

    private Option[] All =>
    [
        _users, _open, _stages, _replay, _for, .. counts ? [_requests] : Array.Empty<Option>(), _speed, _warmUp, _poisson, _think,
        _pace, _maxInFlight, _seed,
    ];

    public void AddTo(Command command) => Array.ForEach(All, command.Options.Add);

    /// <summary>Null when it was not given.</summary>
    public TimeSpan? ReadDuration(CommandResult result) => result.Read(_for, Quantity.Time);

    /// <exception cref="FormatException">The options are no load; the message, one line, says what is allowed.</exception>
    public LoadShape Read(CommandResult result)
    {
        result.AllowOne(_users, _open, _stages, _replay);
        result.AllowOne(_for, _requests);
        var stages = result.GetValue(_stages);
        var open = result.Has(_open) || result.Has(_replay) || (stages is not null && StageList.IsOfRates(stages));
        var recorded = result.Has(_replay);
        result.RefuseIf(open, "a closed loop (--users)", _think, _pace);
        result.RefuseIf(!open, "an open loop (--open)", _poisson, _maxInFlight);
        result.RefuseIf(recorded, "arrivals that are not recorded", _poisson);
        result.RefuseIf(!recorded, "--replay", _speed);
        result.RefuseIf(
            stages is not null || recorded, "--users or --open: stages and recordings have their own end", _for, _requests);
        return open ? Arrivals(result) : Users(result);
    }

    private LoadShape Users(CommandResult result)
    {
        var requests = Requests(result);
        var steps = result.GetValue(_stages) is { } stages ? StageList.Users(stages)
            : requests is { } count ? [LoadStep.Endless(UsersFor(count, result))]
            : [LoadStep.Hold(result.ReadWhole(_users, 1, MaxUsers) ?? DefaultUsers, Duration(result))];
        var think = result.GetValue(_think) is { } text ? ThinkText.Parse(text, _think.Name) : ThinkTime.None;
        var pace = result.Read(_pace, Quantity.Time);
        var profile = new ClosedLoopProfile(
            steps, think, WarmUp(result), steps.Max(step => step.MaxUsers), SimulatedRoundTrip.None, Seed(result))
        {
            Pacing = pace ?? TimeSpan.Zero,
            Requests = requests,
        };
        var who = requests is { } all
            ? $"{Counted(steps[0].Users, "user")}, {Counted(all, "request")}"
            : string.Join(", ", steps.Select(step => step.FromUsers == step.Users
                ? $"{Counted(step.Users, "user")} for {step.Duration.TotalSeconds:0.#} s"
                : $"{step.FromUsers:N0} to {Counted(step.Users, "user")} in {step.Duration.TotalSeconds:0.#} s"));
        return new LoadShape($"closed loop, {who}{ThinkWords(think)}{PaceWords(pace)}{WarmUpWords(profile.WarmUp)}", profile);
    }

    /// <summary>Fewer users than requests, unless the number was given.</summary>
    private int UsersFor(int requests, CommandResult result) => result.ReadWhole(_users, 1, MaxUsers) switch
    {
        null => Math.Min(DefaultUsers, requests),
        { } users when users > requests => throw new FormatException(
            $"{_requests.Name} takes at least one request for each of the {users:N0} users; it is '{requests}'."),
        { } users => users,
    };

    private LoadShape Arrivals(CommandResult result)
    {
        var (schedule, words) = Schedule(result);
        var inFlight = result.ReadWhole(_maxInFlight, 1, MaxInFlight) ?? DefaultInFlight;
        var (warmUp, meanRate) = (WarmUp(result), schedule.Expected / schedule.Duration.TotalSeconds);
        var profile = new OpenLoopProfile(schedule, inFlight, Seed(result))
        {
            WarmUp = warmUp > TimeSpan.Zero
                ? ArrivalSchedule.Constant(meanRate, warmUp, ArrivalSpacing.Even, Seed(result))
                : null,
            Requests = Requests(result),
        };
        return new LoadShape($"open loop, {words}, at most {inFlight:N0} in flight{WarmUpWords(warmUp)}", profile);
    }

    private (ArrivalSchedule Schedule, string Words) Schedule(CommandResult result)
    {
        if (result.GetValue(_replay) is { } file)
        {
            var speed = result.Read(_speed, Quantity.Factor) ?? DefaultSpeed;
            var words = $"{Path.GetFileName(file)} at {speed:0.##} times its speed";
            return (ArrivalSchedule.Replay(RecordedFile.Read(file), speed), words);
        }

        var spacing = result.GetValue(_poisson) ? ArrivalSpacing.Poisson : ArrivalSpacing.Even;
        var spaced = spacing == ArrivalSpacing.Poisson ? "Poisson" : "evenly spaced";
        if (Requests(result) is { } count)
        {
            var rate = result.Read(_open, Quantity.RateAboveZero)!.Value;
            if (count / rate > TimeSpan.MaxValue.TotalSeconds)
            {
                throw new FormatException(
                    $"{_requests.Name} takes fewer requests at {rate:0.######}/s: '{count}' would never end.");
            }

            return (
                ArrivalSchedule.Counted(rate, count, spacing, Seed(result)),
                $"{rate:#,0.##}/s, {count:N0} requests, {spaced}");
        }

        var stages = result.GetValue(_stages) is { } text
            ? StageList.Rates(text)
            : [ArrivalStage.Hold(result.Read(_open, Quantity.RateAboveZero)!.Value, Duration(result))];
        var rates = string.Join(", ", stages.Select(stage => stage.FromRate == stage.ToRate
            ? $"{stage.ToRate:#,0.##}/s for {stage.Duration.TotalSeconds:0.#} s"
            : $"{stage.FromRate:#,0.##} to {stage.ToRate:#,0.##}/s in {stage.Duration.TotalSeconds:0.#} s"));
        return (ArrivalSchedule.Staged(stages, spacing, Seed(result)), $"{rates}, {spaced}");
    }

    private static string ThinkWords(ThinkTime think) => think.Mean == TimeSpan.Zero ? ""
        : $", think time {think.Mean.TotalMilliseconds:0.#} ms{(think.IsExponential ? " on average, exponential" : "")}";

    private static string PaceWords(TimeSpan? pace) =>
        pace is { } every ? $", a request every {every.TotalMilliseconds:0.#} ms" : "";

    private TimeSpan Duration(CommandResult result) => ReadDuration(result) ?? DefaultDuration;

    private int? Requests(CommandResult result) => result.ReadWhole(_requests, 1, MaxRequests);

    private TimeSpan WarmUp(CommandResult result) => result.Read(_warmUp, Quantity.TimeOrNone) ?? DefaultWarmUp;

    private static string WarmUpWords(TimeSpan warmUp) =>
        warmUp > TimeSpan.Zero ? $", after {warmUp.TotalSeconds:0.#} s of warm-up" : "";

    private ulong Seed(CommandResult result) => (ulong)(result.ReadWhole(_seed, 0, int.MaxValue) ?? DefaultSeed);
}

/// <summary>Reads recorded arrivals: by name one of those that ship with the scenarios, or a file.</summary>
internal static class RecordedFile
{
    public static string Names { get; } = string.Join(", ", Recording.All.Select(recording => recording.Name));

    /// <exception cref="FormatException">It is no known name and no readable file; the message is one line.</exception>
    public static RecordedArrivals Read(string nameOrPath) =>
        Recording.All.FirstOrDefault(known => known.Name == nameOrPath) is { } recording
            ? recording.Load()
            : InputFile.Read(nameOrPath, $"--replay takes a file with recorded arrivals, or one of {Names}", ReadCsv);

    private static RecordedArrivals ReadCsv(string path)
    {
        using var csv = File.OpenText(path);
        return ArrivalRecording.Read(csv);
    }
}

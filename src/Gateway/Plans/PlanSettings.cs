using System.ComponentModel.DataAnnotations;

namespace DroneDelivery.Gateway.Plans;

/// <summary>The settings that plans and routes have in common: the values of a <see cref="Plan"/> before validation.</summary>
internal abstract class LimitSettings
{
    /// <summary>One year. In clock ticks, this value is far below the maximum of <see cref="long"/>.</summary>
    private const int MaxSecondsToRefill = 31_536_000;

    /// <summary>The names of the settings that configuration may contain.</summary>
    public abstract IReadOnlyList<string> GetNames();

    public double? RequestsPerSecond { get; set; }

    public int Burst { get; set; } = 1;

    public long? RequestsPerDay { get; set; }

    public int? Concurrency { get; set; }

    public virtual IEnumerable<ValidationResult> Validate(string key)
    {
        if (RequestsPerSecond is not (null or (> 0 and <= 1_000_000)))
        {
            yield return Wrong(key, nameof(RequestsPerSecond), "above 0 and at most 1000000", $"{RequestsPerSecond}");
        }

        if (Burst is < 1 or > 1_000_000)
        {
            yield return Wrong(key, nameof(Burst), "from 1 to 1000000", $"{Burst}");
        }

        if (RequestsPerSecond > 0 && Burst / RequestsPerSecond > MaxSecondsToRefill)
        {
            yield return Wrong(key, nameof(Burst), $"what comes back within {MaxSecondsToRefill} seconds", $"{Burst}");
        }

        if (RequestsPerDay < 1)
        {
            yield return Wrong(key, nameof(RequestsPerDay), "at least 1", $"{RequestsPerDay}");
        }

        if (Concurrency < 1)
        {
            yield return Wrong(key, nameof(Concurrency), "at least 1", $"{Concurrency}");
        }
    }

    protected static ValidationResult Wrong(string key, string property, string allowed, FormattableString value) =>
        new($"{key}:{property} must be {allowed}, not {FormattableString.Invariant(value)}.");

    protected Plan ToPlan(string name) => new(name)
    {
        RequestsPerSecond = RequestsPerSecond,
        Burst = Burst,
        RequestsPerDay = RequestsPerDay,
        Concurrency = Concurrency,
    };
}

/// <summary>One entry of the configuration section Plans.</summary>
internal sealed class PlanSettings : LimitSettings
{
    public override IReadOnlyList<string> GetNames() =>
        [nameof(RequestsPerSecond), nameof(Burst), nameof(RequestsPerDay), nameof(Concurrency), nameof(IsPaying), nameof(Routes)];

    public bool IsPaying { get; set; }

    /// <summary>The limits of routes, by the name of a route, or by several names separated by commas.</summary>
    public Dictionary<string, RouteSettings> Routes { get; } = new(StringComparer.OrdinalIgnoreCase);

    public new Plan ToPlan(string name) => base.ToPlan(name) with
    {
        IsPaying = IsPaying,
        Routes = Routes.Count == 0 ? null : ToRoutes(name),
    };

    public override IEnumerable<ValidationResult> Validate(string key)
    {
        var routes = Routes.SelectMany(route => RouteSettings.Split(route.Key)).ToArray();
        return
        [
            .. base.Validate(key),
            .. Routes.SelectMany(route => route.Value.Validate($"{key}:{nameof(Routes)}:{route.Key}", this)),
            .. routes.Except(RouteNames.All).Select(route => new ValidationResult(
                $"{key}:{nameof(Routes)}: there is no route {route}; there are {string.Join(", ", RouteNames.All)}.")),
            .. routes.GroupBy(route => route).Where(named => named.Count() > 1).Select(named => new ValidationResult(
                $"{key}:{nameof(Routes)} must have each route once, not {named.Key} {named.Count()} times.")),
        ];
    }

    private Dictionary<string, Plan> ToRoutes(string name) => Routes
        .Select(route => route.Value.ToPlan(name, route.Key))
        .SelectMany(route => RouteSettings.Split(route.Route!), (route, each) => (each, route))
        .ToDictionary(StringComparer.Ordinal);
}

/// <summary>The limits of one or several routes within a plan.</summary>
internal sealed class RouteSettings : LimitSettings
{
    public override IReadOnlyList<string> GetNames() =>
        [nameof(RequestsPerSecond), nameof(Burst), nameof(RequestsPerDay), nameof(Concurrency), nameof(Weight)];

    /// <summary>The number of requests as which each request counts in the rate and day of the plan.</summary>
    public int Weight { get; set; } = 1;

    public static string[] Split(string names) =>
        names.ToLowerInvariant().Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    public Plan ToPlan(string plan, string routes) =>
        ToPlan(plan) with { Route = string.Join(',', Split(routes)), Weight = Weight };

    public IEnumerable<ValidationResult> Validate(string key, PlanSettings plan)
    {
        // A heavier request would never be admitted.
        var max = Math.Min(plan.RequestsPerSecond is null ? 1_000_000 : plan.Burst, plan.RequestsPerDay ?? long.MaxValue);
        return Weight >= 1 && Weight <= max
            ? Validate(key)
            : [.. Validate(key), Wrong(key, nameof(Weight), $"from 1 to {max}, the plan's burst or day", $"{Weight}")];
    }
}

namespace DroneDelivery.Gateway.Usage;

/// <summary>What usage is counted by.</summary>
/// <param name="Key">The id of an API key, or one of <see cref="UsageNames"/>.</param>
/// <param name="Route">The pattern of an endpoint's route: there are not many, as there are of paths.</param>
/// <param name="Status">The answer's HTTP status; 499 where the client left before it.</param>
internal readonly record struct UsageKey(string Key, string Route, int Status)
{
    /// <summary>Without the route: a key uses few, and its text is the longest to hash.</summary>
    public override int GetHashCode() => Key.GetHashCode(StringComparison.Ordinal) ^ Status;
}

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The option <c>--max-rate</c>: a load that may send more requests a second is refused.</summary>
internal sealed class RateCap
{
    private const string Unlimited = "none";
    private const double DefaultForRemote = 100;

    private readonly Option<string?> _maxRate = TextOption.Create(
        "--max-rate", "RATE/s",
        $"Refuses a load that may send more. Default: {DefaultForRemote}/s for other machines; {Unlimited} for this one.");

    public void AddTo(Command command) => command.Options.Add(_maxRate);

    /// <exception cref="FormatException">The load may exceed the rate; the message, one line, says how to raise it.</exception>
    public void Check(CommandResult result, HttpWork work, LoadShape shape)
    {
        var given = result.GetValue(_maxRate);
        double? limit = given is null ? work.IsRemote ? DefaultForRemote : null
            : given == Unlimited ? null
            : Quantity.RateAboveZero(given, _maxRate.Name);
        if (limit is not { } max)
        {
            return;
        }

        var cap = $"{_maxRate.Name} is {max:#,0.##}/s{(given is null ? ", the default for another machine" : "")}";
        var highest = shape.MaxIterationsPerSecond * work.RequestsPerIteration;
        if (highest is not { } rate)
        {
            var seconds = Math.Ceiling(shape.MaxInFlight * work.RequestsPerIteration / max * 1000) / 1000;
            var pace = Quantity.Words(TimeSpan.FromSeconds(seconds));
            throw new FormatException(
                $"Users without --pace or --think send as fast as they are answered, and {cap}: add --pace {pace}, or raise the "
                + $"limit, for example {_maxRate.Name} {max * 10:0.##}/s or {_maxRate.Name} {Unlimited}.");
        }

        if (rate > max)
        {
            throw new FormatException(
                $"The load sends up to {rate:#,0.##}/s, and {cap}: send less, or raise it with "
                + $"{_maxRate.Name} {Math.Ceiling(rate):0}/s.");
        }
    }
}

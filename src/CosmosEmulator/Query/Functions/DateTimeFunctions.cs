using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>
/// Functions of dates and times, which are strings of ISO 8601, or numbers of 100 ns or ms from the start of 1970. An argument
/// that is no date, no unit or no integer makes the answer undefined.
/// </summary>
internal static class DateTimeFunctions
{
    private static readonly DateTime EarliestBin = new(1601, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    public static IReadOnlyList<ScalarFunction> All { get; } =
    [
        new("DATETIMEADD", 3, 3, arguments => Add(arguments[0], arguments[1], ReadTime(arguments[2]), sign: 1)),
        new("DATETIMEBIN", 2, 4, Bin),
        new("DATETIMEDIFF", 3, 3, Subtract),
        new("DATETIMEFORMAT", 2, 2, Format),
        new("DATETIMEFROMPARTS", 3, 7, Construct),
        new("DATETIMEPART", 2, 2, arguments => ReadPart(arguments[1], ReadUnit(arguments[0]))),
        new("DATETIMETOTICKS", 1, 1, arguments => ToNumber(arguments[0], CountTicks)),
        new("DATETIMETOTIMESTAMP", 1, 1, arguments => ToNumber(arguments[0], CountMilliseconds)),
        new("DAY", 1, 1, arguments => ReadPart(arguments[0], DateUnit.Day)),
        new("MONTH", 1, 1, arguments => ReadPart(arguments[0], DateUnit.Month)),
        new("YEAR", 1, 1, arguments => ReadPart(arguments[0], DateUnit.Year)),
        new("TICKSTODATETIME", 1, 1, arguments => FromNumber(arguments[0], ticksPerUnit: 1)),
        new("TIMESTAMPTODATETIME", 1, 1, arguments => FromNumber(arguments[0], TimeSpan.TicksPerMillisecond)),
    ];

    /// <summary>Adds a number of units, which are given as a query has them.</summary>
    public static CosmosValue Add(CosmosValue unit, CosmosValue count, DateTime? time, int sign) =>
        ReadUnit(unit) is { } part && IntegerFunctions.Read(count) is { } number && time is { } start
            ? ToValue(DateArithmetic.Add(start, part, (Int128)number * sign))
            : CosmosValue.Undefined;

    public static CosmosValue ToValue(DateTime? time) =>
        time is { } known ? CosmosValue.From(IsoDateTime.Format(known)) : CosmosValue.Undefined;

    public static long CountTicks(DateTime time) => time.Ticks - DateTime.UnixEpoch.Ticks;

    /// <summary>Rounded down, also before 1970.</summary>
    public static long CountMilliseconds(DateTime time) =>
        (time.Ticks / TimeSpan.TicksPerMillisecond) - (DateTime.UnixEpoch.Ticks / TimeSpan.TicksPerMillisecond);

    private static DateTime? ReadTime(CosmosValue value) => IsoDateTime.Parse(value.Text);

    private static DateUnit? ReadUnit(CosmosValue value) => DateUnits.Find(value.Text);

    // Years and months are undefined. Source: the documentation of 2022; that of 2025 lists them among the parts.
    private static CosmosValue Bin(CosmosValue[] arguments)
    {
        var size = arguments.Length > 2 ? IntegerFunctions.Read(arguments[2]) : 1;
        var start = arguments.Length > 3 ? ReadTime(arguments[3]) : DateTime.UnixEpoch;
        return ReadTime(arguments[0]) is { } time && ReadUnit(arguments[1]) is { } unit
            && size is { } count && start >= EarliestBin
            ? ToValue(DateArithmetic.Bin(time, unit, count, start.Value))
            : CosmosValue.Undefined;
    }

    private static CosmosValue Subtract(CosmosValue[] arguments) =>
        ReadUnit(arguments[0]) is { } unit && ReadTime(arguments[1]) is { } start && ReadTime(arguments[2]) is { } end
        && DateArithmetic.Subtract(end, start, unit) is { } difference
            ? CosmosValue.From(difference)
            : CosmosValue.Undefined;

    private static CosmosValue Format(CosmosValue[] arguments) =>
        ReadTime(arguments[0]) is { } time && arguments[1].Kind == CosmosValueKind.String
        && DateFormat.Write(time, arguments[1].Text) is { } text
            ? CosmosValue.From(text)
            : CosmosValue.Undefined;

    private static CosmosValue Construct(CosmosValue[] arguments)
    {
        // Those that are not given are 0.
        var parts = new long[7];
        for (var index = 0; index < arguments.Length; index++)
        {
            if (IntegerFunctions.Read(arguments[index]) is not { } part)
            {
                return CosmosValue.Undefined;
            }

            parts[index] = part;
        }

        return ToValue(IsoDateTime.Create(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6]));
    }

    private static CosmosValue ReadPart(CosmosValue value, DateUnit? unit) =>
        ReadTime(value) is { } time && unit is { } known
            ? CosmosValue.From(DateArithmetic.ReadPart(time, known))
            : CosmosValue.Undefined;

    private static CosmosValue ToNumber(CosmosValue value, Func<DateTime, long> count) =>
        ReadTime(value) is { } time ? CosmosValue.From(count(time)) : CosmosValue.Undefined;

    private static CosmosValue FromNumber(CosmosValue value, long ticksPerUnit) => IntegerFunctions.Read(value) is { } count
        ? ToValue(DateArithmetic.FromTicks(DateTime.UnixEpoch.Ticks + ((Int128)count * ticksPerUnit)))
        : CosmosValue.Undefined;
}

namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>The first event for a page: all data from before it was opened.</summary>
/// <param name="Capacity">The number of points of a series that the page should keep.</param>
/// <param name="Latest">Null before the first second is over.</param>
/// <param name="Change">The change in progress; null if there is none.</param>
internal sealed record HelloEvent(
    int Capacity, HistoryRecord History, IReadOnlyList<LiveMarker> Markers, LiveSnapshot? Latest, LiveSettings? Settings,
    SettingChoices? Choices, ChangeEvent? Change);

/// <summary>The data of one more second. <paramref name="Values"/>: the new point of each series.</summary>
internal sealed record SecondEvent(long Time, IReadOnlyDictionary<string, float> Values, LiveSnapshot Latest);

/// <summary>A moment that the charts mark with a line. <paramref name="Time"/>: Unix time in ms.</summary>
internal sealed record LiveMarker(long Time, string Text);

/// <summary>A step of a change of the system, or its end.</summary>
/// <param name="Text">The step in progress, for example <c>Restarting Delivery</c>; at the end the result.</param>
/// <param name="Seconds">Since the first step began.</param>
/// <param name="Settings">The settings in force; null if they cannot be changed.</param>
internal sealed record ChangeEvent(string Text, double Seconds, bool IsOver, LiveSettings? Settings);

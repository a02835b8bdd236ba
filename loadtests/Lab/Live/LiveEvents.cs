namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>What a page is told first: all that was before it was opened.</summary>
/// <param name="Capacity">Points that the page should keep of a series.</param>
/// <param name="Latest">Null before the first second is over.</param>
internal sealed record HelloEvent(
    int Capacity,
    HistoryRecord History,
    IReadOnlyList<LiveMarker> Markers,
    LiveSnapshot? Latest,
    LiveSettings? Settings,
    SettingChoices? Choices);

/// <summary>One second more. <paramref name="Values"/>: the new point of each series.</summary>
internal sealed record SecondEvent(long Time, IReadOnlyDictionary<string, float> Values, LiveSnapshot Latest);

/// <summary>A moment worth a line in the charts. <paramref name="Time"/>: Unix time in ms.</summary>
internal sealed record LiveMarker(long Time, string Text);

/// <summary>A marker, and the settings from then on where they can be changed.</summary>
internal sealed record MarkerEvent(LiveMarker Marker, LiveSettings? Settings);

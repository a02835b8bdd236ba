namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>The first event for a page: all data from before it was opened.</summary>
/// <param name="Capacity">The number of points of a series that the page should keep.</param>
/// <param name="Latest">Null before the first second is over.</param>
internal sealed record HelloEvent(
    int Capacity, HistoryRecord History, IReadOnlyList<LiveMarker> Markers, LiveSnapshot? Latest, LiveSettings? Settings,
    SettingChoices? Choices);

/// <summary>The data of one more second. <paramref name="Values"/>: the new point of each series.</summary>
internal sealed record SecondEvent(long Time, IReadOnlyDictionary<string, float> Values, LiveSnapshot Latest);

/// <summary>A moment that the charts mark with a line. <paramref name="Time"/>: Unix time in ms.</summary>
internal sealed record LiveMarker(long Time, string Text);

/// <summary>A marker, and the settings from then on; null settings if they cannot be changed.</summary>
internal sealed record MarkerEvent(LiveMarker Marker, LiveSettings? Settings);

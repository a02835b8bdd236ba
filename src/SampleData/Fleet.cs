namespace DroneDelivery.SampleData;

/// <summary>The drones, the same number at each base, and which base serves an owner.</summary>
internal sealed class Fleet
{
    private const int DronesPerBase = 20;

    private static readonly (string Name, int MilesPerHour, decimal LoadKilograms)[] Models =
        [("Kestrel 2", 38, 2.0m), ("Heron", 34, 4.5m), ("Osprey XL", 42, 6.0m)];

    private readonly long _seed;
    private readonly Drone[] _drones;

    public Fleet(long seed)
    {
        _seed = seed;
        _drones = [.. Enumerable.Range(0, DroneBase.All.Length * DronesPerBase).Select(NewDrone)];
    }

    public IReadOnlyList<Drone> Drones => _drones;

    public DroneBase BaseOf(int owner) => DroneBase.All[BaseIndexOf(owner)];

    /// <summary>One of the drones at the owner's base.</summary>
    public Drone PickFor(int owner, ref SeededSequence random) =>
        _drones[(BaseIndexOf(owner) * DronesPerBase) + random.Next(0, DronesPerBase)];

    private int BaseIndexOf(int owner) => new SeededSequence(_seed, SequenceUse.Owner, owner).Next(0, DroneBase.All.Length);

    private Drone NewDrone(int index)
    {
        var random = new SeededSequence(_seed, SequenceUse.Drone, index);
        var (model, milesPerHour, load) = random.Pick<(string, int, decimal)>(Models);
        var status = random.Next(0, 100) < 92 ? "available" : "maintenance";
        var city = DroneBase.All[index / DronesPerBase].Name;
        return new Drone(Identifiers.Drone(index + 1), model, city, milesPerHour, load, status);
    }
}

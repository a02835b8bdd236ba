using DroneDelivery.Package;
using DroneDelivery.Package.Items;
using DroneDelivery.Package.Parcels;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.WarmUp;

return await ServiceProgram.RunAsync(args, PackageService.Identity, Build);

static WebApplication Build(WebApplicationBuilder builder)
{
    builder.AddServiceDefaults(PackageService.Identity);
    builder.AddParcels();
    builder.AddItems();
    builder.AddWarmUp(_ => ["/packages/summary?ownerId=owner-0001&year=2025&month=1"]);

    var app = builder.Build();
    app.UseServiceDefaults();
    app.MapPackages();
    app.MapItems();
    return app;
}

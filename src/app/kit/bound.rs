//! Widgets that follow the state by themselves: a scene says beside each widget what it shows,
//! as a function of resources.
//!
//! ```text
//!   theme::label("")  text_of(|play: Res<Play>| play.moves().to_string())
//!   theme::button("Undo")  sends(PlayCommand::Undo)  enabled_if(|play: Res<Play>| play.can_undo())
//! ```
//!
//! A function is called when it is new, when a resource that it reads has changed, and in every
//! frame if it reads more than resources. Only what differs is written.

use std::marker::PhantomData;
use std::mem;

use bevy::ecs::component::ComponentId;
use bevy::ecs::query::FilteredAccessSet;
use bevy::ecs::resource::IsResource;
use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::ecs::system::ReadOnlySystem;
use bevy::ecs::template::TemplateContext;
use bevy::feathers::controls::{ButtonPlugin, ButtonVariant, CheckboxPlugin};
use bevy::prelude::*;
use bevy::scene::{ResolveContext, ResolveSceneError, ResolvedScene};
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::Activate;
use bevy::window::RequestRedraw;

use super::frame::FrameSystems;
use super::theme::{Fill, Ink, Paint};

/// What the functions of one widget have to be asked for.
#[derive(Component, Default)]
struct Bonds(Vec<Bond>);

struct Bond {
    rule: Box<dyn Rule>,
    /// The resources that it reads; `None` if it reads something else.
    reads: Option<Vec<ComponentId>>,
    is_new: bool,
}

/// All resources that any of them reads.
#[derive(Resource, Default)]
struct Watched(Vec<ComponentId>);

/// Evaluates a function and writes what it returns.
trait Rule: Send + Sync {
    fn follow(&mut self, entity: Entity, world: &mut World);
}

impl<T, S, W> Rule for (S, W)
where
    S: ReadOnlySystem<In = (), Out = T>,
    W: FnMut(EntityWorldMut, T) + Send + Sync,
{
    fn follow(&mut self, entity: Entity, world: &mut World) {
        let value = self.0.run_readonly((), world);
        if let (Ok(value), Ok(entity)) = (value, world.get_entity_mut(entity)) {
            (self.1)(entity, value);
        }
    }
}

/// A function of resources: a system that reads only.
pub(in crate::app) trait Value<T, M>:
    IntoSystem<(), T, M, System: ReadOnlySystem> + Clone + Send + Sync + 'static
{
}

impl<T, M, F> Value<T, M> for F where
    F: IntoSystem<(), T, M, System: ReadOnlySystem> + Clone + Send + Sync + 'static
{
}

/// A function of the state and what is done with its value: a part of a scene.
pub(in crate::app) struct Bound<F, W, M>(F, W, PhantomData<fn() -> M>);

/// Calls `write` with what `value` returns. What is shown already is not to be written again.
pub(in crate::app) fn bound<T, M, F, W>(value: F, write: W) -> Bound<F, W, (T, M)>
where
    F: Value<T, M>,
    W: FnMut(EntityWorldMut, T),
{
    Bound(value, write, PhantomData)
}

impl<T, M, F, W> Template for Bound<F, W, (T, M)>
where
    T: 'static,
    F: Value<T, M>,
    W: FnMut(EntityWorldMut, T) + Clone + Send + Sync + 'static,
{
    type Output = ();

    fn build_template(&self, context: &mut TemplateContext) -> Result<()> {
        let mut value = IntoSystem::into_system(self.0.clone());
        let reads = context.entity.world_scope(|world| {
            let access = value.initialize(world);
            let reads = resources(&access, world);
            let mut watched = world.resource_mut::<Watched>();
            for &id in reads.iter().flatten() {
                if !watched.0.contains(&id) {
                    watched.0.push(id);
                }
            }
            reads
        });
        let bond = Bond { rule: Box::new((value, self.1.clone())), reads, is_new: true };
        if !context.entity.contains::<Bonds>() {
            context.entity.insert(Bonds::default());
        }
        context.entity.get_mut::<Bonds>().unwrap().0.push(bond);
        Ok(())
    }

    fn clone_template(&self) -> Self {
        bound(self.0.clone(), self.1.clone())
    }
}

impl<T, M, F, W> Scene for Bound<F, W, (T, M)>
where
    T: 'static,
    M: 'static,
    F: Value<T, M>,
    W: FnMut(EntityWorldMut, T) + Clone + Send + Sync + 'static,
{
    fn resolve(
        self,
        _: &mut ResolveContext,
        scene: &mut ResolvedScene,
    ) -> Result<(), ResolveSceneError> {
        scene.push_bundle_template(self);
        Ok(())
    }
}

/// Returns the resources that are read, if nothing else is.
fn resources(access: &FilteredAccessSet, world: &mut World) -> Option<Vec<ComponentId>> {
    let is_resource = world.register_component::<IsResource>();
    let mut reads = Vec::new();
    for access in access.filtered_accesses() {
        let ids = access.access().try_reads_and_writes().ok()?;
        if !ids.is_clear() && !access.with_filters().any(|id| id == is_resource) {
            return None;
        }
        reads.extend(ids.iter());
    }
    Some(reads)
}

impl Bond {
    fn is_due(&self, changed: &[ComponentId]) -> bool {
        self.is_new
            || self.reads.as_ref().is_none_or(|ids| ids.iter().any(|id| changed.contains(id)))
    }
}

fn follow(world: &mut World, all: &mut QueryState<(Entity, &mut Bonds)>) {
    let watched = world.resource::<Watched>().0.iter().copied();
    let changed: Vec<_> = watched.filter(|&id| world.is_resource_changed_by_id(id)).collect();
    let mut is_due: &dyn Fn(&Bond) -> bool = &|bond| bond.is_due(&changed);
    loop {
        let due = all.iter_mut(world).filter(|(_, bonds)| bonds.0.iter().any(is_due));
        let due: Vec<_> =
            due.map(|(entity, mut bonds)| (entity, mem::take(&mut bonds.0))).collect();
        if due.is_empty() {
            return;
        }
        for (entity, mut bonds) in due {
            for bond in bonds.iter_mut().filter(|bond| is_due(bond)) {
                bond.is_new = false;
                bond.rule.follow(entity, world);
            }
            // A rule of another widget may have taken it away.
            if let Some(mut kept) = world.get_mut::<Bonds>(entity) {
                kept.0 = bonds;
            }
        }
        // What the rules have spawned follows at once.
        is_due = &|bond| bond.is_new;
    }
}

/// Shows a text.
pub(in crate::app) fn text_of<M: 'static, F>(text: F) -> impl Scene
where
    F: Value<String, M>,
{
    bound(text, |mut it, text| {
        if let Some(mut shown) = it.get_mut::<Text>() {
            shown.set_if_neq(Text(text));
        }
    })
}

/// Shows a text on a button.
pub(in crate::app) fn caption_of<M: 'static, F>(text: F) -> impl Scene
where
    F: Value<String, M>,
{
    bound(text, |it, text: String| {
        let children: Vec<_> = it.get::<Children>().into_iter().flatten().copied().collect();
        let world = it.into_world_mut();
        for child in children {
            if let Some(mut shown) = world.get_mut::<Text>(child) {
                shown.set_if_neq(Text(text.clone()));
            }
        }
    })
}

/// Gives a picture or a text its colour.
pub(in crate::app) fn ink_of<M: 'static, F: Value<Paint, M>>(ink: F) -> impl Scene {
    bound(ink, |mut it, ink| {
        if it.get::<Ink>() != Some(&Ink(ink)) {
            it.insert(Ink(ink));
        }
    })
}

/// Gives it the colour of its ground.
pub(in crate::app) fn ground_of<M: 'static, F: Value<Paint, M>>(ground: F) -> impl Scene {
    bound(ground, |mut it, ground| {
        if it.get::<Fill>() != Some(&Fill(ground)) {
            it.insert(Fill(ground));
        }
    })
}

/// Marks a button as the one that is chosen.
pub(in crate::app) fn chosen_if<M: 'static, F: Value<bool, M>>(is_chosen: F) -> impl Scene {
    variant_if(is_chosen, ButtonVariant::Primary, ButtonVariant::Normal)
}

/// Gives a button one look or another.
pub(in crate::app) fn variant_if<M: 'static, F: Value<bool, M>>(
    condition: F,
    yes: ButtonVariant,
    no: ButtonVariant,
) -> impl Scene {
    bound(condition, move |mut it, holds| {
        if let Some(mut shown) = it.get_mut::<ButtonVariant>() {
            shown.set_if_neq(if holds { yes.clone() } else { no.clone() });
        }
    })
}

/// Takes it out of the layout or puts it in, as it was.
pub(in crate::app) fn shown_if<M: 'static, F: Value<bool, M>>(is_shown: F) -> impl Scene {
    let mut shown = Display::Flex;
    bound(is_shown, move |mut it, is_shown| {
        let Some(mut node) = it.get_mut::<Node>() else { return };
        if node.display != Display::None {
            shown = node.display;
        }
        let display = if is_shown { shown } else { Display::None };
        if node.display != display {
            node.display = display;
        }
    })
}

/// Lets it be used or not.
pub(in crate::app) fn enabled_if<M: 'static, F: Value<bool, M>>(is_enabled: F) -> impl Scene {
    bound(is_enabled, |it, is_enabled| mark(it, &InteractionDisabled, !is_enabled))
}

/// Ticks a box.
pub(in crate::app) fn checked_if<M: 'static, F: Value<bool, M>>(is_checked: F) -> impl Scene {
    bound(is_checked, |it, is_checked| mark(it, &Checked, is_checked))
}

fn mark<C: Component + Clone>(mut it: EntityWorldMut, mark: &C, wanted: bool) {
    match (wanted, it.contains::<C>()) {
        (true, false) => drop(it.insert(mark.clone())),
        (false, true) => drop(it.remove::<C>()),
        _ => {}
    }
}

/// Has a child for each item, in their order. Children of items that are still there stay, and
/// with them the focus.
pub(in crate::app) fn rows_of<T, M: 'static, F, S>(
    items: F,
    row: impl Fn(&T) -> S + Clone + Send + Sync + 'static,
) -> impl Scene
where
    T: PartialEq + Clone + Send + Sync + 'static,
    F: Value<Vec<T>, M>,
    S: Scene,
{
    let mut rows: Vec<(T, Entity)> = Vec::new();
    bound(items, move |mut it, items: Vec<T>| {
        if items.iter().eq(rows.iter().map(|(item, _)| item)) {
            return;
        }
        let mut old = mem::take(&mut rows);
        for item in items {
            let kept = old.iter().position(|(known, _)| *known == item);
            let spawn = |world: &mut World| world.spawn_scene(row(&item)).map(|row| row.id());
            match kept.map_or_else(|| it.world_scope(spawn), |at| Ok(old.swap_remove(at).1)) {
                Ok(entity) => rows.push((item, entity)),
                Err(error) => error!("no row: {error}"),
            }
        }
        let entities: Vec<_> = rows.iter().map(|&(_, entity)| entity).collect();
        it.replace_children(&entities);
        let world = it.into_world_mut();
        // What has just been spawned gets its colours in the next frame.
        world.write_message(RequestRedraw);
        for (_, gone) in old {
            let _ = world.try_despawn(gone);
        }
    })
}

/// Sends a message when it is pressed.
pub(in crate::app) fn sends<N: Message + Clone>(message: N) -> impl Scene {
    on(move |_: On<Activate>, mut out: MessageWriter<N>| {
        out.write(message.clone());
    })
}

/// The systems of Feathers that give buttons and boxes their looks. They run before the state is
/// known, so that what has just appeared, or been ticked, would look otherwise for one frame.
#[derive(Resource)]
struct Looks(Schedule);

impl Default for Looks {
    fn default() -> Self {
        let mut app = App::new();
        app.add_plugins((ButtonPlugin, CheckboxPlugin));
        let systems = app.world_mut().resource_mut::<Schedules>().remove(PreUpdate);
        let mut systems = systems.unwrap_or_default();
        systems.set_executor(SingleThreadedExecutor::new());
        Self(systems)
    }
}

fn look(world: &mut World) {
    world.resource_scope(|world, mut looks: Mut<Looks>| looks.0.run(world));
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Watched>()
        .init_resource::<Looks>()
        .add_systems(Update, (follow, look).chain().in_set(FrameSystems::Bound));
}
